/** The order of test files: the longest first, so that no process is left alone with one of them at the end. *Pure.* */

/** Those that take more than 10 s on a busy machine, longest first; a run prints the slowest of its own at its end. */
const longest = [
  'test/commands.test.ts',
  'test/console-pages.test.ts',
  'test/sdk.test.ts',
  'test/console-note.test.ts',
  'test/sight-changes.test.ts',
  'test/console-account.test.ts',
  'test/broken-sight.test.ts',
  'test/console-admin.test.ts',
  'test/console-lists.test.ts',
  'test/long-work.test.ts',
  'test/session-uses.test.ts',
  'test/console-ways-in.test.ts',
  'test/console-recap.test.ts',
  'test/console-developer.test.ts',
  'test/console-uploads.test.ts',
  'test/rotate-key.test.ts',
  'test/media-in-a-bucket.test.ts',
  'test/console.test.ts',
  'test/contract.test.ts',
  'test/sessions.test.ts',
  'server/embedded-postgres/open.test.ts',
  'test/oauth-console.test.ts',
  'server/world/import/import-large.test.ts',
  'test/blocked-database.test.ts',
  'test/sight.test.ts',
  'test/oauth.test.ts',
  'test/fuzz.test.ts',
  'test/upload-crash.test.ts',
  'test/stop.test.ts',
  'test/media-viewers.test.ts',
  'test/docs-page.test.ts',
  'test/console-live.test.ts',
  'test/console-search.test.ts',
  'test/events.test.ts',
  'test/calendar-feeds.test.ts',
  'server/engines/transcribe/media-tools.test.ts',
]

export function longestFirst(files: string[]): string[] {
  const isLong = new Set(longest)
  return [...longest.filter((file) => files.includes(file)), ...files.filter((file) => !isLong.has(file))]
}
