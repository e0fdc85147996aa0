// Defines <toast-scope> in the document, for a plain <script type="module">.
import { define } from './element';

define();
