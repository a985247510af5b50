/** The order of test files: the longest first, so that no process is left alone with one of them at the end. *Pure.* */

/** As they were last measured; a run prints its slowest files at its end. A name that is no file any more does no harm. */
const longest = [
  'test/commands.test.ts',
  'test/backup.test.ts',
  'test/console-pages.test.ts',
  'test/console-admin.test.ts',
  'test/long-work.test.ts',
  'test/console-note.test.ts',
  'test/console-recap.test.ts',
  'test/blocked-database.test.ts',
  'test/console-developer.test.ts',
  'test/console-lists.test.ts',
  'test/console-account.test.ts',
  'server/keeping/world/import/import-large.test.ts',
  'test/console-ways-in.test.ts',
  'test/contract.test.ts',
  'test/console-recorders.test.ts',
  'test/upgrade.test.ts',
  'test/upload-crash.test.ts',
  'test/sdk.test.ts',
  'server/platform/embedded-postgres/open.test.ts',
  'test/console.test.ts',
  'test/console-note-templates.test.ts',
  'test/stop.test.ts',
  'test/events.test.ts',
  'test/docs-page.test.ts',
  'test/rotate-key.test.ts',
  'test/cells.test.ts',
  'test/console-uploads.test.ts',
  'test/session-uses.test.ts',
  'test/broken-sight.test.ts',
  'test/sight.test.ts',
  'test/telemetry.test.ts',
  'test/tus-processes.test.ts',
  'test/listen-command.test.ts',
  'test/oauth-console.test.ts',
  'test/sessions.test.ts',
  'test/console-live.test.ts',
  'server/webhooks/delivery/deliverer.test.ts',
  'test/media-viewers.test.ts',
  'test/console-search.test.ts',
  'test/fuzz.test.ts',
]

export function longestFirst(files: string[]): string[] {
  const isLong = new Set(longest)
  return [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !isLong.has(file))]
}
