import { expect, it } from 'vitest'
import { splitStatements } from './sql-script.ts'

it.each([
  ['one', 'select 1', ['select 1']],
  ['several', 'begin; select 1;\ncommit;', ['begin', 'select 1', 'commit']],
  ['a semicolon in quotes', `select 'a;''b;' as "x;y"; select 2`, [`select 'a;''b;' as "x;y"`, 'select 2']],
  [
    'a function body',
    'create function f() as $$ begin; end; $$ language sql; select $1',
    ['create function f() as $$ begin; end; $$ language sql', 'select $1'],
  ],
  ['a named body', 'do $body$ a; $$ b; $body$; select 1', ['do $body$ a; $$ b; $body$', 'select 1']],
  ['comments', '-- a; b\nselect 1; /* c; */ ; -- d', ['-- a; b\nselect 1']],
  ['nothing', ' ; ;\n', []],
])('a script is split into statements: %s', (_, script, statements) => {
  expect(splitStatements(script)).toEqual(statements)
})
