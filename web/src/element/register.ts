// For a plain <script type="module">: the element, known to the document as <toast-scope>.
import { define } from './element';

define();
