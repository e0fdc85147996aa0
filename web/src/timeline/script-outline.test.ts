import { expect, it } from 'vitest';
import { outlineOf } from './script-outline';

it('tells the tables that SQL will make, their columns, and what belongs to them', () => {
  const sql = `
    CREATE TABLE photo (id int PRIMARY KEY, name varchar(40) NOT NULL, body bytea STORAGE EXTERNAL);
    CREATE TABLE tag (photo int, tag int); -- CREATE TABLE none (a int)
    CREATE INDEX tag_photo ON tag (photo);
    INSERT INTO photo SELECT 1, 'a', 'b';`;
  expect(outlineOf(sql)).toEqual([
    {
      name: 'photo',
      columns: [
        { name: 'id', type: 'int' },
        { name: 'name', type: 'varchar(40)' },
        { name: 'body', type: 'bytea' },
      ],
      toast: true,
      indexes: ['photo_pkey'],
      filled: true,
    },
    {
      name: 'tag',
      columns: [
        { name: 'photo', type: 'int' },
        { name: 'tag', type: 'int' },
      ],
      toast: false,
      indexes: ['tag_photo'],
      filled: false,
    },
  ]);
});

it('tells nothing of SQL that makes none', () => {
  expect(outlineOf('SELECT 1; CREATE TABLE copied AS SELECT 1;')).toEqual([]);
});
