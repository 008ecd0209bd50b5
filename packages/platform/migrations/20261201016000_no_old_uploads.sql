-- Nothing writes these tables any more, and nothing would clear away what an upload of the release before has left in them.
delete from platform.upload_parts;
delete from platform.uploads;
