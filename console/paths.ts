/** Every page's path: the server answers them with the console, and the console's routes and links are made of them. *Pure.* */
export const paths = {
  signIn: '/sign-in',
  meetings: '/',
  note: '/note/$noteId',
  recap: '/recap/$recordingId',
  consent: '/consent',
  assistants: '/account/assistants',
} as const
