-- The keys of bytes that are written before the row of their object is, so that what a sudden end leaves behind is found.
create table platform.unsaved_objects (
  version uuid primary key,
  begun_at timestamptz not null default now()
);
