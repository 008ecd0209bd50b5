-- Bytes are given up before they are removed: from then on no object takes them, however late its upload ends.
alter table platform.unsaved_objects add column is_given_up boolean not null default false;

-- Holds on to bytes until the end of the transaction that makes an object of them; false when they were given up. Run by the
-- caller of an upload, who may not see the table. Whoever knows the key of somebody else's bytes learns that they are there.
create function storage.hold_bytes(key uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform from platform.unsaved_objects where version = hold_bytes.key and not is_given_up for update;
  return found;
end
$$;
