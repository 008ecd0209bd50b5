-- From where an upload began that nobody's name and no link is on: such callers are told apart by that alone.
alter table platform.uploads add column address text;
