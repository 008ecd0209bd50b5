-- Our own platform has made this table already. Hosted Supabase has none, and nobody reaches this schema by its API there.
create schema if not exists platform;
create unlogged table if not exists platform.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
) with (fillfactor = 50);
