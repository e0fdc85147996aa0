// What each message is for, in the words of the documentation: docs/embedding.md has the tables, and a test holds them
// to this.
import type { FrameRequest, FrameMessage } from './protocol';

interface Words {
  /** What it carries beside its type. */
  fields: string;
  words: string;
}

/** When each message of the frame is posted, for the documentation. */
export const MESSAGE_WORDS: Record<FrameMessage['type'], Words> = {
  ready: {
    fields: 'title, steps, step, born',
    words:
      'what is asked for is there; `steps` are the titles, `step` the one that will be shown, `born` is another number once the frame was loaded again',
  },
  step: { fields: 'step, title', words: 'a step ran and is shown' },
  play: { fields: '', words: 'it began to play' },
  pause: { fields: '', words: 'it came to rest' },
  seek: {
    fields: 'at, length',
    words: 'it rests at another place of the timeline, in frames',
  },
  run: { fields: 'sql, printed, failed', words: 'other SQL ran' },
  state: {
    fields: 'state',
    words:
      'the answer to what bears an `id`: `{ step, at, length, playing, sql }`, which can be kept and given back',
  },
  height: {
    fields: 'height',
    words: 'px that the content would like to have; not told by what fills any frame',
  },
  key: {
    fields: 'key, code, shiftKey, altKey, ctrlKey, metaKey',
    words: 'a key was pressed that the frame has no use for',
  },
  error: { fields: 'message', words: 'what was asked for cannot be done, and why' },
};

/** What each request asks of the frame, for the documentation. */
export const REQUEST_WORDS: Record<FrameRequest['type'], Words> = {
  hello: { fields: '', words: 'tells `ready` once more' },
  play: { fields: '', words: 'plays on; from its end, the step again' },
  pause: { fields: '', words: 'stands still' },
  step: { fields: 'step', words: 'shows this step, from 1' },
  next: { fields: '', words: 'shows the next step' },
  back: { fields: '', words: 'shows the end of the step before' },
  seek: { fields: 'at', words: 'goes to a place of the timeline, in frames' },
  run: { fields: 'sql', words: 'runs other SQL after what is shown' },
  state: { fields: 'state', words: 'asks where it stands; with a `state`, goes there' },
  theme: { fields: 'theme', words: '`light`, `dark` or `auto`' },
  speed: { fields: 'speed', words: '0.25 to 16' },
};
