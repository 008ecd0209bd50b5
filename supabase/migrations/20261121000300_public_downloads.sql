-- The checklists: files that anyone may download.
insert into storage.buckets (id, name, public) values ('public-downloads', 'public-downloads', true)
on conflict (id) do nothing;
