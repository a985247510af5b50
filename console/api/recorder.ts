/** A recorder as it is sent to the service. *Pure.* */

export type Kind = 'zoom' | 'teams' | 'meet'
export type Takes = 'transcript' | 'media'

export type NewRecorder = {
  kind: Kind
  takes: Takes
  secret: string
  user: string | null
  tenant_id?: string
  client_id?: string
  push_account?: string
}
