-- Holds on to an upload in parts until the end of the transaction that makes an object of it; false when its worker has lost it to
-- somebody else. Run by the caller of an upload, who may not see the table.
create function storage.hold_upload(upload text, key uuid, worker uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform from platform.uploads
  where id = hold_upload.upload and version = hold_upload.key and locked_by = hold_upload.worker
  for no key update;
  return found;
end
$$;
