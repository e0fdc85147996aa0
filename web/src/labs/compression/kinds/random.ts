// Random numbers and words for all kinds of data. A seed gives the same ones on every machine.
import { randomNumbers } from '../../archive/workloads';

/** Random choices that follow from a seed alone. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }
  /** A random number from 0 to below 1. */
  share(): number {
    return this.#next();
  }
  /** A random whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }
  /** A random element of a list. */
  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
  /** Random hexadecimal digits, as many as asked for. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('');
  }
  /** A rank from 0 to below `count` with the frequencies of words: the second is half as frequent as the first. */
  rank(count: number): number {
    return Math.floor(FLAT * ((count / FLAT + 1) ** this.#next() - 1));
  }
}

/** How flat the head of the distribution is (Mandelbrot's addition to Zipf's law). */
const FLAT = 2.7;

const COMMON =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or one had all were they which she you an we there been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three';

const ONSETS = 'b br c ch d dr f fl g gr h k l m n p pl pr qu r s sh st t th tr v w'.split(' ');
const NUCLEI = 'a ai e ea ee i io o oo ou u'.split(' ');
const CODAS = ' ck d l ll m n nd ng nt p r rd rk s st t th ve'.split(' ');
const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'tion'];

/** `count` different words, the frequent and short ones first. */
function vocabulary(count: number): string[] {
  const random = new Random(1);
  const words = new Set(COMMON.split(' '));
  while (words.size < count) {
    const syllables = 1 + random.below(3);
    let word = '';
    for (let i = 0; i < syllables; i++)
      word += random.of(ONSETS) + random.of(NUCLEI) + (i + 1 < syllables ? '' : random.of(CODAS));
    words.add(word + random.of(ENDINGS));
  }
  return [...words];
}

/** About as many as one author uses in a book. */
export const WORDS: readonly string[] = vocabulary(6000);

/** A random word among the first `first` of the list; the frequent words come first. */
export const word = (random: Random, first = WORDS.length) => WORDS[random.rank(first)] ?? 'the';

/** The text with its first letter in upper case. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
