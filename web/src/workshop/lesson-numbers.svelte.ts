// The lessons of a course, with the numbers that their texts name. The numbers are filled in when the lessons
// have run.
import { LoadError, fetchText, lessonAddress, lessonFrom } from '../lessons/load-lesson';
import type { Lesson } from '../lessons/format';
import { notesOf } from '../lessons/presenter-notes';
import type { Block } from '../lessons/prose';
import { shippedLesson } from '../lessons/shipped';
import type { Course } from './course';
import { LessonPlayer, type Played } from './lesson-player.svelte';

/** A lesson of the course: its text is there before its numbers are. */
export interface Numbered {
  /** Its name, or its address. */
  name: string;
  lesson: Lesson;
  notes: Block[][];
  played: Played | null;
}

/** Loads a lesson by its name, or by its address when it does not come with the page. */
async function loaded(name: string): Promise<Lesson> {
  const shipped = await shippedLesson(name);
  if (shipped) return shipped;
  const url = lessonAddress(name, location.href);
  return lessonFrom(await fetchText(url), url.href);
}

/** Whether a lesson is from elsewhere: it runs only when the reader allows it. */
const isElsewhere = (name: string) => name.includes(':');

/** Loads the lessons of a course and runs them one after the other, to get their numbers. */
export class CourseNumbers {
  /** By lesson's name. */
  lessons = $state.raw<ReadonlyMap<string, Numbered>>(new Map());
  done = $state(0);
  total = $state(0);
  /** Lessons from elsewhere, which wait for the reader's word. */
  waiting = $state.raw<readonly Numbered[]>([]);
  /** What could not be loaded or run, in words. */
  failed = $state.raw<readonly string[]>([]);
  #begun = $state(false);
  #player: LessonPlayer | null = null;
  #closed = false;

  ready = $derived(this.#begun && this.done === this.total);

  /** Plays the lessons of a course, to get the numbers of their answers. */
  async fill(course: Course) {
    const names = [...new Set(course.parts.map((part) => part.lesson).filter(Boolean))];
    this.total = names.filter((name) => !isElsewhere(name)).length;
    for (const name of names) await this.#load(name);
    const there = names.flatMap((name) => this.lessons.get(name) ?? []);
    this.done = this.total - there.filter(({ name }) => !isElsewhere(name)).length;
    this.waiting = there.filter(({ name }) => isElsewhere(name));
    this.#begun = true;
    await this.#play(there.filter(({ name }) => !isElsewhere(name)));
  }

  /** Runs lessons that do not come with the page, which waits for the reader's consent. */
  async allow() {
    const { waiting } = this;
    this.waiting = [];
    this.total += waiting.length;
    await this.#play(waiting);
  }

  /** Plays lessons one after the other, each in a database of its own. */
  async #play(lessons: readonly Numbered[]) {
    if (this.#closed) return;
    const player = (this.#player ??= new LessonPlayer());
    for (const one of lessons) {
      const played = await player.play(one.lesson);
      if (this.#closed) return;
      if (played) this.#put({ ...one, played });
      else this.failed = [...this.failed, `“${one.lesson.title}” could not be run.`];
      this.done++;
    }
  }

  /** Loads a lesson with its notes. */
  async #load(name: string) {
    try {
      const lesson = await loaded(name);
      const id = name.includes(':') ? '' : name;
      const notes = await notesOf({ kind: 'lesson', id, lesson, step: 0, from: '' });
      this.#put({ name, lesson, notes, played: null });
    } catch (error) {
      const why = error instanceof LoadError ? error.message : String(error);
      this.failed = [...this.failed, why];
    }
  }

  /** Puts a lesson into the list. */
  #put(what: Numbered) {
    this.lessons = new Map(this.lessons).set(what.name, what);
  }

  /** Ends the engine; lessons that have not run stay without numbers. */
  close() {
    this.#closed = true;
    this.#player?.close();
  }
}
