// The list of all studies, for the command that measures the shipped rows, the tests and the document.
import { APPEND } from '../append/append';
import append from '../append/shipped.csv?raw';
import { COMPRESSION } from '../compression/compression';
import compression from '../compression/shipped.csv?raw';
import whole from '../whole/shipped.csv?raw';
import { SIXTEEN_GIGABYTES } from '../whole/sixteen-gigabytes';
import text from '../text/shipped.csv?raw';
import { TEXT } from '../text/text';
import type { Study } from './study';

export const STUDIES: readonly Study[] = [COMPRESSION, TEXT, APPEND, SIXTEEN_GIGABYTES];

/** The rows that each opens with, as CSV. */
export const SHIPPED: Readonly<Record<string, string>> = { compression, text, append, whole };
