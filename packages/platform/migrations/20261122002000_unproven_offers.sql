-- What a request for a code says about a person nobody has proven to be: it waits with that very code, and counts when
-- the code is shown. Nothing of it lies in the account meanwhile.
alter table auth.one_time_tokens add column offer jsonb;

-- A link that was asked for with a code challenge proves its address when the asker comes back, not when it is followed.
alter table auth.flow_state add column proves text;
alter table auth.flow_state add column offer jsonb;
