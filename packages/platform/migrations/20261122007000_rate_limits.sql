-- How many turns each caller has taken, for limits that several processes hold together. Not logged: that a crash
-- empties it costs less than logging each request. Half of a page stays free, so that a row changes in place.
create unlogged table platform.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
) with (fillfactor = 50);
