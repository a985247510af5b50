/** The words of mails in English, by mail. Other languages have the same. *Pure.* */

export const words = {
  locale: 'en-GB',
  signIn: {
    subject: 'Sign in to Minutebook',
    once: (links: number, until: string) =>
      `${links === 1 ? 'The link works' : 'Each link works'} once, until ${until} UTC. If you did not ask for it, ignore this mail.`,
  },
  recap: {
    subject: (title: string) => `Recap: ${title}`,
    shared: (name: string, title: string) => `${name} shared a recap with you: ${title}`,
    sharedNote: (name: string, title: string) => `${name} shared a note with you: ${title}`,
    several: (count: number) => `Recaps of ${count} meetings`,
    mixed: (count: number) => `${count} recaps and notes`,
    replaces: (older: string) => `replaces ${older}`,
    anEarlier: 'an earlier decision',
    sharedBy: (name: string) => `${name} shared it with you.`,
    open: 'Open the recap',
    openNote: 'Open the note',
    morePoints: (count: number) => `${count} more in the recap`,
    more: (count: number) => `${count} more`,
    why: 'Minutebook sends you recaps that you may read.',
    whyOutsider: (name: string) => `Minutebook sends this once, because ${name} asked for it.`,
    change: 'Change or stop it:',
    changeOrStop: (change: (text: string) => string, stop: (text: string) => string) =>
      `${change('Change it')} or ${stop('stop it')}.`,
    sections: { Summary: 'Summary', Decisions: 'Decisions', 'Action items': 'Action items', Marked: 'Marked' },
  },
  invitation: {
    subject: (title: string, when: string) => `Next meeting: ${title}, ${when}`,
    from: (name: string) => `${name} invites you to the next meeting.`,
    own: 'You made the next meeting. Open the file to put it into your calendar.',
    why: 'Minutebook sends you calendar files of meetings that you are invited to.',
  },
  chat: {
    subject: (chat: string) => `Minutebook: recaps do not arrive in ${chat}`,
    text: (workspace: string, chat: string, since: string) =>
      `In the workspace ${workspace} recaps of a channel do not arrive in ${chat}${since}.`,
    what: 'Under Chat in the channel you see why, and give it a new address. What was published meanwhile arrives then.',
    program: 'your program',
  },
  reminder: {
    subject: (title: string) => `Record: ${title}`,
    text: (title: string) => `${title} is about to begin. Record it:`,
    why: (account: string) =>
      `A rule of yours or of your workspace reminds you. Reminders come by mail where no device shows them: ${account}`,
  },
  webhook: {
    since: (time: string) => ` since ${time} UTC`,
    disabled: {
      subject: (id: string) => `Minutebook: the webhook ${id} was disabled`,
      text: (workspace: string, id: string, since: string) =>
        `In the workspace ${workspace} the webhook ${id} was disabled: it has failed${since}. Nothing is sent to it any more.`,
    },
    failing: {
      subject: (id: string) => `Minutebook: the webhook ${id} is failing`,
      text: (workspace: string, id: string, since: string) =>
        `In the workspace ${workspace} the webhook ${id} has failed${since}. It is still tried.`,
    },
    recovered: {
      subject: (id: string) => `Minutebook: the webhook ${id} delivers again`,
      text: (workspace: string, id: string) => `In the workspace ${workspace} the webhook ${id} delivers again.`,
    },
    off: 'An administrator turns these mails off by webhook_mail of the workspace.',
  },
}

export type MailWords = typeof words
