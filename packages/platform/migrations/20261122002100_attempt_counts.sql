-- How often something was tried, by a keyed hash of what it was about: an address, a network, or both together.
create table auth.attempt_counts (
  subject text primary key,
  count integer not null,
  since timestamptz not null
);
create index attempt_counts_since_idx on auth.attempt_counts (since);
alter table auth.attempt_counts enable row level security;
