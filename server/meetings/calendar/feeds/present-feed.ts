/** A feed as the API gives it. *Pure.* */
import { utc, utcOrNull } from '../../../platform/time.ts'
import type { FeedView } from './feeds.ts'

export const presentFeed = ({ created_at, last_read_at, next_read_at, ...feed }: FeedView) => ({
  ...feed,
  created_at: utc(created_at),
  last_read_at: utcOrNull(last_read_at),
  next_read_at: utcOrNull(next_read_at),
})
