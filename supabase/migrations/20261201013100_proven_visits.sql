-- A visit that a page of ours told of bears a token that the page was given; anybody may tell of one without. What was told before
-- is taken as it was.
alter table public.visits
  add column proven boolean not null default true,
  -- The token's own part, so that it proves one visit.
  add column token text unique check (length(token) <= 40);
