-- What is left of sign-ins is looked for by its age, and cleared away on a schedule.
create index refresh_tokens_revoked_at_idx on auth.refresh_tokens (updated_at) where revoked;
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

-- Rows that follow another row out.
create index one_time_tokens_flow_state_id_idx on auth.one_time_tokens (flow_state_id) where flow_state_id is not null;
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id) where linking_target_id is not null;
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id) where flow_state_id is not null;

-- Whose a file is, for whoever deletes an account.
create index objects_owner_id_idx on storage.objects (owner_id) where owner_id is not null;
create index objects_owner_idx on storage.objects (owner) where owner is not null;
