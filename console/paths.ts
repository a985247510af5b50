/** Every page's path: the server answers them with the console, and the console's routes and links are made of them. *Pure.* */
export const paths = {
  signIn: '/sign-in',
  home: '/',
  meetings: '/notes',
  note: '/note/$noteId',
  recap: '/recap/$recordingId',
  recordings: '/recordings',
  search: '/search',
  items: '/items',
  uploads: '/uploads',
  calendar: '/calendar',
  channels: '/channels',
  channel: '/channel/$channelId',
  developer: '/developer',
  developerWebhook: '/developer/webhook/$webhookId',
  account: '/account',
  admin: '/admin',
} as const
