-- Uploads that come in parts: resumable ones, and S3's multipart ones. Nobody but the server reads these tables.
create table platform.uploads (
  id text primary key,
  kind text not null check (kind in ('resumable', 'multipart')),
  bucket_id text not null,
  name text not null,
  -- Who began it, and alone may go on with it.
  role text not null,
  owner_id text,
  -- By which signed link it began, as a digest: of a link that nobody signed, that is all there is to know its holder by.
  link text,
  overwrite boolean not null,
  -- How long the whole will be; unknown of a multipart one.
  length bigint,
  type text not null,
  cache_control text not null,
  user_metadata jsonb,
  is_done boolean not null default false,
  -- What the object's version is to be, written down before its bytes are there.
  version uuid,
  -- Whoever is at work on it, for as long as they say so.
  locked_by uuid,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_expires_at on platform.uploads (expires_at);
create index uploads_of_bucket on platform.uploads (bucket_id, name collate "C", id collate "C") where kind = 'multipart' and not is_done;

-- A part is written down before its bytes are there, and goes after they have gone, so that no bytes are without a row.
create table platform.upload_parts (
  version uuid primary key,
  upload_id text not null references platform.uploads (id),
  number int not null,
  -- Null while the bytes come, and once they are to go.
  size bigint,
  digest text,
  -- How long it is going to be, where somebody said so: room that nobody else may take meanwhile.
  announced bigint not null default 0,
  created_at timestamptz not null default now()
);
create index upload_parts_of_upload on platform.upload_parts (upload_id, number);
