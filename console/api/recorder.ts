/** The request that creates a recorder. *Pure.* */

export type Kind = 'zoom' | 'teams' | 'meet' | 'vexa' | 'attendee' | 'bigbluebutton'
export type Takes = 'transcript' | 'media'

export type NewRecorder = {
  kind: Kind
  takes: Takes
  secret: string
  user: string | null
  tenant_id?: string
  client_id?: string
  push_account?: string
  topic?: string
  base_url?: string
  api_key?: string
  sends_bots?: boolean
}
