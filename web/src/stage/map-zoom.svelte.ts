// The part of a map of pages that is in view, and how much it is enlarged.
import { between, WHOLE_MAP, type View } from '../layout/map-view';
import { reducedMotion } from '../ui/reduced-motion';

/** Milliseconds from one view to another. */
const GLIDE = 260;

/** The view of one map of pages: which part of the map is drawn, and how large. */
export class MapZoom {
  view = $state.raw<View>(WHOLE_MAP);
  #gliding = 0;

  /** Shows a view without motion. */
  look(at: View) {
    this.stop();
    this.view = at;
  }

  /** Moves to a view gradually, unless reduced motion is asked for. */
  glide(to: View) {
    this.stop();
    if (reducedMotion.matches) {
      this.view = to;
      return;
    }
    const from = this.view;
    const start = performance.now();
    /** Moves the view a little at each picture. */
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / GLIDE);
      this.view = between(from, to, 1 - (1 - share) ** 3);
      if (share < 1) this.#gliding = requestAnimationFrame(step);
    };
    this.#gliding = requestAnimationFrame(step);
  }

  /** Stops a motion that `glide` began; the view stays where it is. */
  stop() {
    cancelAnimationFrame(this.#gliding);
  }
}
