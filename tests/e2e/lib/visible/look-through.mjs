// Goes through the frames of a passage and checks each.

/** Runs in the page and adds `lookThrough`, which returns what it looked at and the faults it found. */
export function installLookThrough() {
  const { timeline } = globalThis.toastscope.session;
  const { named, unseen, cut } = globalThis.visible;

  /** Waits for the next picture of the browser. */
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));

  /** Waits until what stands above the stage has its height: an exercise's editor is loaded late. */
  const settled = async () => {
    let tall = 0;
    for (let same = 0; same < 10; same++) {
      await frame();
      if (tall === document.documentElement.scrollHeight) continue;
      tall = document.documentElement.scrollHeight;
      same = 0;
    }
  };

  /** Checks the things that a frame's sentence names, and the whole stage. */
  async function look(things) {
    // A map that is new finds its width in one picture, its height in the next, and then the camera comes. What is
    // not seen in a tenth of a second is not seen.
    let faults = [];
    for (let pictures = 1; pictures <= 6; pictures++) {
      await frame();
      if (pictures < 3) continue;
      faults = things.flatMap((thing) => {
        const why = unseen(thing);
        return why
          ? [`${thing.what} ${thing.relation ?? thing.chunk ?? ''} ${thing.block ?? ''} ${why}`]
          : [];
      });
      faults.push(...cut().slice(0, 6));
      if (faults.length === 0) return '';
    }
    return `“${timeline.scene.sentence}” ${faults.join('; ')}`;
  }

  /** Goes through a passage, looking at no more than so many frames of it, evenly spread. */
  globalThis.lookThrough = async (from, to, most) => {
    const through = { looked: 0, named: 0, faults: [] };
    await settled();
    const stride = Math.max(1, Math.ceil((to - from + 1) / most));
    for (let at = from; at <= to; at += stride) {
      timeline.playing = true;
      timeline.seek(at);
      through.looked++;
      const things = named(timeline.scene.sentence);
      if (things.length > 0) through.named++;
      const fault = await look(things);
      if (fault) through.faults.push(`frame ${at}: ${fault}`);
    }
    timeline.pause();
    return through;
  };

  // Where things lie is asked of the layout alone: that nothing is painted saves most of the time.
  document.documentElement.style.opacity = '0';

  // What a step plays is heard, and looked at frame by frame instead.
  timeline.playPassage = (from, to, then) => {
    globalThis.passage = { from, to };
    then();
  };
}
