-- WHAT AN UPLOAD SAYS OF ITS AI NOTES. `template_id`: the template that the uploader chose, kept for when the notes are written anew;
-- it may be gone from the workspace's document by then. `notes_fallback`: why the embedded writer wrote the notes instead of the
-- language model, in a sentence of ours; null where nothing was wrong.
alter table uploads
  add column template_id text collate "C",
  add column notes_fallback text;
