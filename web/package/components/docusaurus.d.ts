import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { EmbedProps } from '../dist/components/props';

/** What the component has beside the element's attributes. */
export interface ToastscopeProps extends EmbedProps {
  id?: string;
  className?: string;
  style?: CSSProperties;
  /** What stands in the element until the frame is there, instead of the step's picture and words. */
  children?: ReactNode;
}

/** <toast-scope> in Docusaurus. Its files lie in `static/toastscope/`, unless `base` names another folder. */
export default function Toastscope(props: ToastscopeProps): ReactElement;
