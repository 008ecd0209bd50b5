-- What is asked for with a challenge has a flow to be kept, also for an address without an account, so that the time of an answer does
-- not tell them apart. A decoy's flow is of the shape of auth.flow_state, nobody can answer it, and it goes with its decoy after a day.
create table platform.decoy_flows (
  like auth.flow_state including all,
  foreign key (user_id) references platform.decoys on delete cascade
);
alter table platform.decoy_flows enable row level security;
alter table platform.decoy_codes add foreign key (flow_state_id) references platform.decoy_flows on delete cascade;

-- Does for an address that gets no code what keeping a code with its flow does for one that gets it.
create function platform.keep_decoy_of_flow(
  address_hash text, keyed text, link_hash text, code_id uuid, flow_id uuid, challenge text, challenge_method text, method text
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  nobody uuid := platform.decoy_id(address_hash);
begin
  insert into platform.decoys as decoy (id, sent_at) values (nobody, now())
  on conflict (id) do update set updated_at = now(), sent_at = now();
  insert into platform.decoy_flows (id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method)
  values (flow_id, nobody, challenge, challenge_method::auth.code_challenge_method, 'email', method);
  insert into platform.decoy_codes (id, user_id, token_type, token_hash, relates_to, code_hash, tries, used_at, flow_state_id, offer)
  values (code_id, nobody, 'recovery_token', link_hash, keep_decoy_of_flow.address_hash, platform.code_hash(keyed, nobody), 0, null, flow_id, null)
  on conflict (user_id, token_type) do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to, code_hash = excluded.code_hash,
    tries = 0, used_at = null, flow_state_id = excluded.flow_state_id, offer = null, created_at = now(), updated_at = now();
end
$$;

revoke execute on function platform.keep_decoy_of_flow from public;
