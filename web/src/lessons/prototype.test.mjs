// The lessons on proposals against the prototype's recording of the same tables: where a lesson has a statement of theirs, its
// transcript has their answer. A lesson may leave out WAL, whose counts then are not compared.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tests = new URL('../../../tests/', import.meta.url);

/** Each statement of a transcript that is answered by a table, on one line, and the table's rows. */
function answers(path) {
  const found = new Map();
  let statement = [];
  let rows = null;
  for (const line of readFileSync(new URL(path, tests), 'utf8').split('\n')) {
    if (line === '') {
      if (rows) found.set(statement.join(' '), rows.slice(0, -1));
      [statement, rows] = [[], null];
    } else if (rows) rows.push(line.trim());
    else if (/^-+(\+-+)*$/.test(line)) {
      statement.pop();
      rows = [];
    } else if (/^(EXPLAIN|SELECT)/.test(line) && !statement.at(-1)?.startsWith('EXPLAIN'))
      statement = [line];
    else statement.push(line);
  }
  return found;
}

const withoutPlanning = (rows) => rows.slice(0, rows.indexOf('Planning:') >>> 0);
const withoutWal = (rows) => rows.filter((row) => !row.startsWith('WAL:'));

/** The rows under a head that starts with these columns. */
function rowsUnder(path, head) {
  const lines = readFileSync(new URL(path, tests), 'utf8').split('\n');
  const at = lines.findIndex(
    (line) =>
      line
        .split('|')
        .map((c) => c.trim())
        .join(' ') === head,
  );
  const end = lines.indexOf('(50 rows)', at);
  return lines.slice(at + 2, end).map((line) => line.split('|').map(Number));
}

test('each append of the stream costs what it cost the prototype', () => {
  const both = (head) =>
    ['transcripts/engine/bytea-stream.out', 'prototypes/lessons/bytea-stream.out'].map((path) =>
      rowsUnder(path, head),
    );
  const [logs, theirLogs] = both('bytes def app');
  expect(logs).toHaveLength(50);
  for (const [i, [bytes, def, app]] of logs.entries()) {
    const [theirBytes, theirDef, theirApp] = theirLogs[i];
    expect([bytes, def]).toEqual([theirBytes, theirDef]);
    // Ids and the true size make the row's pointer differ in a few bytes.
    expect(Math.abs(app - theirApp), `${bytes} bytes`).toBeLessThan(80);
  }
  // Their first chunk also opens the TOAST relation. They keep no tail in the row: the last column is not theirs.
  const [buffers, theirBuffers] = both('bytes def app tail').map((rows) =>
    rows.slice(3).map((row) => row.slice(0, 3)),
  );
  expect(buffers).toEqual(theirBuffers);
});

test.each([
  ['engine/appendable', '01-bytea-append', 3],
  ['engine/jsonb-toaster', '04-jsonb-update', 6],
  ['engine/toaster-api', '01-bytea-append', 1],
])('%s has what %s recorded', (id, recording, count) => {
  const recorded = answers(`prototypes/toasters/${recording}.out`);
  let compared = 0;
  for (const [statement, rows] of answers(`transcripts/${id}.out`)) {
    const withWal = statement.replace('BUFFERS, COSTS', 'BUFFERS, WAL, COSTS');
    const same = recorded.get(statement);
    const other = recorded.get(withWal);
    if (!same && !other) continue;
    const theirs = same ? withoutPlanning(same) : withoutWal(other);
    expect(rows, statement).toEqual(theirs);
    compared += 1;
  }
  expect(compared).toBe(count);
});

test('appendable has what the prototype of 2021 recorded, under another table name', () => {
  const recorded = answers('prototypes/strategies/02-bytea-append.out');
  const plans = [...answers('transcripts/engine/appendable.out')].filter(([statement]) =>
    statement.includes('UPDATE tail '),
  );
  expect(plans).toHaveLength(1);
  for (const [statement, rows] of plans) {
    const theirs = recorded.get(statement.replace('UPDATE tail ', 'UPDATE test '));
    expect(rows.map((row) => row.replace(' on tail ', ' on test '))).toEqual(theirs);
  }
});
