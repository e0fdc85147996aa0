// The five studies, and what their figures are made from: the rows that the labs open with, and what was run besides.
import { recorded } from '../strategies/recorded';
import { SHIPPED } from '../study/studies';
import { unpack } from '../study/shipped';
import { ARCHIVE } from './archive';
import methods from '../clients/methods.csv?raw';
import type { Figure, FigureInput, StudyRuns, Study } from './figure';
import { LARGE_TEXT } from './large-text';
import { LZ4 } from './lz4';
import ran from './ran.json';
import { TALK } from './talk';
import { TUTORIAL } from './tutorial';

const STUDIES_BESIDE: readonly Study[] = [TUTORIAL, LZ4, TALK, LARGE_TEXT, ARCHIVE];

/** The rows that the figures are made from. */
const figureInput = (): FigureInput => ({
  rows: (id) => unpack(id === 'methods' ? methods : (SHIPPED[id] ?? '')),
  points: recorded(),
  ran: ran as StudyRuns,
});

/** The figures of one study, under its title. */
export interface StudyFigures {
  title: string;
  figures: Figure[];
}

/** The figures of all studies. */
export const allFigures = (): StudyFigures[] =>
  STUDIES_BESIDE.map(({ title, figures }) => ({ title, figures: figures(figureInput()) }));

/** The studies' figures that a lab shows. */
export const figuresOf = (lab: string): StudyFigures[] =>
  allFigures()
    .map(({ title, figures }) => ({
      title,
      figures: figures.filter((figure) => (figure.lab ?? figure.where[1]) === lab),
    }))
    .filter(({ figures }) => figures.length > 0);
