/** Runs the tests of media in a folder with a bucket. */
// In a process of its own: it runs files that others import too, with another place for media.
import { test } from 'node:test'
import { bucketLocation, chooseLocation } from './support/media-locations.ts'
import { noS3Server } from './support/s3-server.ts'

if (noS3Server) {
  test('media in a bucket', { skip: noS3Server })
} else {
  chooseLocation(bucketLocation)
  for (const name of ['media-links', 'tus', 'upload-media']) await import(`./${name}.test.ts`)
  await import('../server/keeping/world/format/media-folder.test.ts')
}
