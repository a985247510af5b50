-- When the target began to serve a workspace that was moved away. Until then, and where an older release moved it, the rows
-- here are what lets the move go on.
alter table frozen_workspaces add column served_at timestamptz(3);
