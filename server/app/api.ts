/** What the API is made of, wired together. */
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import { personalDataRoutes } from '../keeping/personal-data/routes.ts'
import { correctionRoutes } from '../making/corrections/routes.ts'
import { engineRoutes } from '../making/engines/routes.ts'
import { isReady } from '../making/engines/shared/engines.ts'
import { noteTemplateRoutes } from '../making/note-templates/routes.ts'
import { botRoutes } from '../making/recorders/bots/routes.ts'
import { openGoogleKeys } from '../making/recorders/google-keys.ts'
import { recorderEventRoutes, recorderRoutes } from '../making/recorders/routes.ts'
import { uploadRoutes } from '../making/uploads/routes.ts'
import { tusPath, tusRoutes } from '../making/uploads/tus/routes.ts'
import { UploadLocker } from '../making/uploads/tus/upload-locker.ts'
import { voiceRoutes } from '../making/voices/routes.ts'
import { forgetVoices } from '../making/voices/stored-voices.ts'
import { actionItemRoutes } from '../meetings/action-items/routes.ts'
import { accountRoutes, vendorRoutes } from '../meetings/calendar/accounts/routes.ts'
import { calendarRoutes } from '../meetings/calendar/routes.ts'
import { agendaRoutes } from '../meetings/notes/agenda-routes.ts'
import { announceShare } from '../meetings/notes/announce-things.ts'
import { noteRoutes } from '../meetings/notes/routes.ts'
import { forgetTranscripts } from '../meetings/recordings/library/forget-transcripts.ts'
import { recordingRoutes } from '../meetings/recordings/library/routes.ts'
import { removeMediaJob, tryRemoveLeftovers } from '../meetings/recordings/media/leftovers.ts'
import { linkKey } from '../meetings/recordings/media/media-link.ts'
import { mediaRoutes } from '../meetings/recordings/media/routes.ts'
import { announceAiNotes } from '../meetings/recordings/recap-events/announce-ai-notes.ts'
import { queueRecapMails } from '../meetings/recordings/recap-mail/queue-recap-mails.ts'
import { notificationRoutes, unsubscribeRoutes } from '../meetings/recordings/recap-mail/routes.ts'
import { transcriptRoutes } from '../meetings/recordings/transcript/routes.ts'
import { channelRoutes } from '../people/accounts/channel-routes.ts'
import { importPeopleRoutes } from '../people/accounts/import-people/routes.ts'
import { peopleRoutes } from '../people/accounts/people-routes.ts'
import { KeyUse } from '../people/caller/keys.ts'
import { workspaceRoutes } from '../people/caller/routes.ts'
import { keyRoutes } from '../people/keys/routes.ts'
import { ApiProcesses } from '../people/requests/api-processes.ts'
import { keyFinder } from '../people/requests/find-key.ts'
import { ApiRate } from '../people/requests/rate.ts'
import { requireCaller } from '../people/requests/require-caller.ts'
import { scimRoutes } from '../people/scim/routes.ts'
import { failAsScim } from '../people/scim/scim-route.ts'
import { neverStored } from '../people/sessions/browser.ts'
import { sessionRoutes } from '../people/sessions/routes.ts'
import { outsideLinkRoutes } from '../people/sight/outside-links/routes.ts'
import type { OnPublished, OnUnpublished } from '../people/sight/sharing/publish.ts'
import { sharingRoutes } from '../people/sight/sharing/routes.ts'
import type { OnShared } from '../people/sight/sharing/share.ts'
import { IdentityProvider } from '../people/sign-in/identity-provider.ts'
import { signInLinkRoutes, signInRoutes } from '../people/sign-in/routes.ts'
import { modelsFolderOf } from '../platform/context/config.ts'
import { invalid } from '../platform/errors.ts'
import { type Api, closeInTime, createApi, refuseOtherMethods } from '../platform/http/api.ts'
import { describeApi, openApiDocument } from '../platform/http/openapi.ts'
import type { OpenApi } from '../platform/http/openapi-document.ts'
import { shedLoad } from '../platform/http/shed-load.ts'
import type { Tx } from '../platform/postgres/db.ts'
import type { Compatibility } from '../platform/postgres/tables.ts'
import { Wakeups } from '../platform/postgres/wakeups.ts'
import { allKeys } from '../platform/secrets.ts'
import { healthRoutes } from '../platform/telemetry/health.ts'
import { traceRequests } from '../platform/telemetry/trace.ts'
import { askRoutes } from '../reading/ask/routes.ts'
import { ClientDocuments } from '../reading/assistants/oauth/client-documents.ts'
import { grantTokens } from '../reading/assistants/oauth/find-grant.ts'
import { oauthRoutes } from '../reading/assistants/oauth/open-routes.ts'
import { grantRoutes } from '../reading/assistants/oauth/routes.ts'
import { mcpRoutes } from '../reading/assistants/routes.ts'
import { changesNotifyChannel, Followers } from '../reading/changes/followers.ts'
import { changeRoutes } from '../reading/changes/routes.ts'
import { guestRoutes } from '../reading/guests/routes.ts'
import { hostedDocument } from '../reading/hosted/document.ts'
import { addAliases } from '../reading/hosted/more-methods.ts'
import { speakHosted } from '../reading/hosted/profile.ts'
import { Meanings } from '../reading/search/meaning/meanings.ts'
import { searchRoutes } from '../reading/search/routes.ts'
import { channelWebhooks, forgetPublication } from '../webhooks/chats/channel-webhook.ts'
import { deliveryRoutes } from '../webhooks/delivery/routes.ts'
import { webhookRoutes } from '../webhooks/endpoints/routes.ts'
import { documentEvents } from '../webhooks/events/event-types.ts'
import { eventRoutes } from '../webhooks/stream/routes.ts'
import { eventsNotifyChannel } from '../webhooks/stream/stream-events.ts'
import { Subscriptions } from '../webhooks/stream/subscriptions.ts'
import type { Base } from './base.ts'
import { consoleRoutes, hasConsole } from './console-routes.ts'
import { eventCatalog } from './event-catalog.ts'
import { mediaLimits, usageReader, webhookLimits } from './limits.ts'
import { askOptions, feedDeps, publicAddressOf } from './room-options.ts'

/** `flush` writes the counts that are in memory to the database. */
export type Server = {
  api: Api
  document(profile?: Compatibility): object
  flush(): Promise<void>
  close(): Promise<void>
}

/** Identity providers and assistants add a slash to the address that they are given; tus has its own override. */
const rewritten = { slashed: ['/mcp', '/scim/v2'], overridden: [tusPath] }

/** A server with only the health routes. A process without the API listens with it unchanged. */
function openServer({ config, log, clock, metrics, readiness }: Base): { api: Api; close(): Promise<void> } {
  let stopping = false
  const { bodyLimitBytes, trustProxy } = config
  const api = createApi({ bodyLimitBytes, log, clock, trustProxy, rewritten })
  metrics.watch(api)
  api.register(async (open: Api) => {
    healthRoutes(open, { metrics, readiness, isStopping: () => stopping })
  })
  const close = async () => {
    stopping = true
    await closeInTime(api)
  }
  return { api, close }
}

/** The server of a process without the API: health routes for an operator's tools. */
export async function buildHealth(base: Base): Promise<Pick<Server, 'api' | 'close'>> {
  const server = openServer(base)
  server.api.register(async () => refuseOtherMethods(server.api))
  await server.api.ready()
  return server
}

/** The JSON API with its documents and health routes; not yet listening. */
export async function buildApi(base: Base): Promise<Server> {
  const { config, log, clock, jobs, outbound, threads, media, disk, secretKey } = base
  const { db } = base.requests
  const keyUse = new KeyUse(db, clock)
  const removeMedia = () => tryRemoveLeftovers(db, media, log)
  const publicUrl = publicAddressOf(config)
  const transcribes = (model?: string) => isReady(base.engines.transcriber, model)
  const forgetMeetings = async (tx: Tx, workspaceId: string) => {
    await forgetTranscripts(tx, workspaceId)
    await jobs.send(tx, removeMediaJob, {})
  }
  const onShared: OnShared = async (tx, { user, workspace }, thing, { user: receiver, can_edit: canEdit }) => {
    const shared = { by: { id: user.id, email: user.email, full_name: user.full_name }, with: receiver, canEdit }
    await announceShare(tx, { now: clock(), publicUrl }, workspace.id, thing, shared)
    const recap = { recordingId: thing.id, sharedWith: receiver.id, sharedBy: user.id }
    if (thing.kind === 'recording') await queueRecapMails(tx, clock(), workspace.id, [recap])
  }
  const onPublished: OnPublished = (tx, { workspaceId, thing, channelId }) =>
    announceAiNotes(tx, { now: clock(), publicUrl }, workspaceId, [{ ...thing, channelId }])
  const onUnpublished: OnUnpublished = async (tx, { thing, ...channel }) => {
    if (thing.kind === 'recording') await forgetPublication(tx, channel, thing.id)
  }
  const wakeupsOf = (notifyChannel: string) => new Wakeups(base.processConnection, notifyChannel)
  const subscriptions = new Subscriptions({ db, clock, log, wakeups: wakeupsOf(eventsNotifyChannel) })
  const followers = new Followers({ db, clock, log, wakeups: wakeupsOf(changesNotifyChannel) })
  const locker = new UploadLocker(base.processConnection)
  const googleKeys = openGoogleKeys({ outbound, clock, log, google: () => base.google })
  const processes = new ApiProcesses(base.processConnection)
  const rates = { perSecond: config.apiRatePerSecond, perDay: config.apiRatePerDay }
  const rate = new ApiRate({ db, clock, ...rates, processes })

  const server = openServer(base)
  const { api } = server
  if (config.apiRatePerSecond > 0) api.addHook('onListen', () => processes.start())
  // With PORT=0 the port is known only once the server listens.
  const address = () => publicAddressOf({ ...config, port: config.port || portOf(api) })
  const origin = { publicUrl: config.publicUrl, baseDomain: config.baseDomain, address }
  const links = { ...origin, key: linkKey(secretKey.current), clock }
  const browser = { db, clock, publicUrl: config.publicUrl }
  const { baseDomain } = config
  const calendars = feedDeps(base)
  // OAuth asks people for consent on a page of the console.
  const hasOAuth = config.oauth && config.console
  const document = documents(api)
  const onlyBy = config.oidcOnly ? config.oidcName : null
  const { embedder } = base.engines
  const meanings = embedder && new Meanings(embedder, log)
  const pageOptions = { isHttps: config.publicUrl?.startsWith('https:') ?? false }
  describeApi(api, documentEvents(eventCatalog), pageOptions)
  traceRequests(api)
  failAsScim(api)
  api.register(cookie)
  api.register(async (keyed: Api) => {
    await shedLoad(keyed, config.shedDelayMs)
    requireCaller(keyed, { ...browser, baseDomain: config.baseDomain, rate, keyUse })
    speakHosted(keyed)
    addAliases(keyed)
    workspaceRoutes(keyed, { db })
    peopleRoutes(keyed, {
      db,
      clock,
      forgetMeetings,
      forgetVoices,
      readUsage: usageReader(config, { db, clock, ...askOptions(base) }),
      maxDeliveryDays: config.deliveryRetentionDays,
      hasMail: config.smtpUrl !== null,
    })
    importPeopleRoutes(keyed, { db, clock })
    personalDataRoutes(keyed, { db, clock, jobs })
    keyRoutes(keyed, { db, clock, maxPerPerson: config.maxKeysPerPerson })
    keyed.register(async (signedIn: Api) => {
      signedIn.addHook('onRequest', neverStored)
      sessionRoutes(signedIn, browser)
      signInLinkRoutes(signedIn, { db, clock, origin, onlyBy })
    })
    channelRoutes(keyed, { db, clock, deliverTo: channelWebhooks({ clock, outbound, secretKey }) })
    noteRoutes(keyed, { db, clock, removeMedia })
    agendaRoutes(keyed, { db, clock, jobs, holdSeconds: config.holdSeconds })
    recordingRoutes(keyed, { db, clock, links, removeMedia })
    correctionRoutes(keyed, { db, clock, jobs, threads, links, transcribes, holdSeconds: config.holdSeconds })
    transcriptRoutes(keyed, { db, threads })
    voiceRoutes(keyed, { db, clock, secretKey, store: media, transcriber: () => base.engines.transcriber })
    noteTemplateRoutes(keyed, { db, clock })
    notificationRoutes(keyed, { db, clock, hasMail: config.smtpUrl !== null })
    uploadRoutes(keyed, { db, clock, jobs, outbound, threads, secretKey, transcribes })
    const transcriber = () => base.engines.transcriber
    const tusDeps = { db, clock, jobs, secretKey, store: media, log, locker, disk, transcribes, transcriber }
    tusRoutes(keyed, { ...tusDeps, limits: mediaLimits(config) })
    actionItemRoutes(keyed, { db, clock, jobs, holdSeconds: config.holdSeconds })
    sharingRoutes(keyed, { db, onPublished, onUnpublished, onShared })
    outsideLinkRoutes(keyed, { db, clock, origin })
    const verifyTimeoutSeconds = config.webhookVerifyTimeoutSeconds
    const headerPrefixes = config.webhookHeaderPrefixes
    const limits = webhookLimits(config)
    const webhookDeps = { db, clock, outbound, secretKey, verifyTimeoutSeconds, limits, headerPrefixes }
    webhookRoutes(keyed, webhookDeps)
    deliveryRoutes(keyed, { ...webhookDeps, jobs, catalog: eventCatalog, publicUrl })
    eventRoutes(keyed, { db, clock, subscriptions })
    searchRoutes(keyed, { db, threads, meanings })
    askRoutes(keyed, { db, threads, meanings, clock, origin, ...askOptions(base) })
    changeRoutes(keyed, { db, clock, followers, retentionDays: config.changesRetentionDays })
    mcpRoutes(keyed, {
      db,
      clock,
      jobs,
      threads,
      meanings,
      holdSeconds: config.holdSeconds,
      origin,
      tokens: hasOAuth ? grantTokens(db, origin) : null,
    })
    keyed.register(async (consent: Api) =>
      grantRoutes(consent, { db, clock, origin, isOn: hasOAuth, documents: new ClientDocuments(outbound, clock) }),
    )
    engineRoutes(keyed, {
      settings: config,
      findSpeech: base.findSpeech,
      languageModel: base.languageModel,
      modelsDir: modelsFolderOf(config),
    })
    recorderRoutes(keyed, { db, clock, jobs, secretKey, origin, outbound })
    botRoutes(keyed, { db, clock, secretKey, outbound })
    calendarRoutes(keyed, { ...calendars, db })
    keyed.register(async (accounts: Api) => accountRoutes(accounts, { ...calendars, ...browser, baseDomain }))
    keyed.register(async (directory: Api) => scimRoutes(directory, { db, clock, origin }))
  })
  api.register(async (open: Api) => {
    signInRoutes(open, {
      ...browser,
      jobs,
      secretKey,
      findKey: keyFinder(db),
      rate,
      baseDomain: config.baseDomain,
      onlyBy,
      provider: identityProvider(base),
      createsPeople: config.oidcCreatePeople,
      trustsEmail: config.oidcEmailTrust === 'issuer',
      hasMail: config.smtpUrl !== null,
    })
  })
  api.register(async (open: Api) => vendorRoutes(open, { ...calendars, ...browser, baseDomain }))
  api.register(async (open: Api) => unsubscribeRoutes(open, { db, clock, secretKey }))
  api.register(async (open: Api) =>
    guestRoutes(open, { db, clock, publicUrl: config.publicUrl, baseDomain: config.baseDomain, mediaKey: links.key }),
  )
  api.register(async (open: Api) =>
    recorderEventRoutes(open, { db, clock, log, jobs, secretKey, publicUrl, googleKeys }),
  )
  if (hasOAuth) {
    api.register(async (open: Api) =>
      oauthRoutes(open, { db, clock, rate, origin, maxClients: config.oauthMaxClients }),
    )
  }
  api.register(async (open: Api) => {
    mediaRoutes(open, { db, clock, store: media, keys: allKeys(secretKey).map(linkKey) })
    open.get<{ Querystring: { profile?: unknown; webhooks?: unknown } }>(
      '/api/v1/openapi.json',
      { schema: { hide: true } as object },
      async ({ query: { profile = 'none', webhooks = 'true' } }) => {
        if (profile !== 'none' && profile !== 'hosted') throw invalid('query.profile', 'must be one of none, hosted')
        if (webhooks !== 'true' && webhooks !== 'false') throw invalid('query.webhooks', 'must be one of true, false')
        // Some generators of clients stop at the section of what the service sends.
        return webhooks === 'true' ? document(profile) : { ...document(profile), webhooks: undefined }
      },
    )
  })
  api.register(async (open: Api) => {
    if (config.console && hasConsole()) return consoleRoutes(open, pageOptions)
    open.get('/', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/api/v1/docs'))
  })
  api.register(async () => refuseOtherMethods(api))
  await api.ready()

  const close = async () => {
    await server.close()
    await processes.stop()
    await keyUse.close()
    await rate.close()
  }
  const flush = async () => {
    await keyUse.flush()
    await rate.settle()
  }
  return { api, document, flush, close }
}

/** The contract, and the document of the workspaces that speak as the hosted original. Complete once the API is ready. */
function documents(api: Api): Server['document'] {
  let hosted: OpenApi | undefined
  return (profile = 'none') => {
    if (profile === 'none') return openApiDocument(api)
    hosted ??= hostedDocument(openApiDocument(api))
    return hosted
  }
}

/** null without OIDC_ISSUER. */
function identityProvider({ config, log }: Base): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName: name } = config
  const clientAuth = config.oidcClientAuth
  const groupsClaim = config.oidcGroupsClaim
  return issuer ? new IdentityProvider({ issuer, clientId, clientSecret, clientAuth, name, groupsClaim, log }) : null
}

const portOf = ({ server }: Api) => (server.address() as AddressInfo | null)?.port ?? 0
