/** Deutsch. *Pure.* */
import type { MailWords } from './en.ts'

export const words: MailWords = {
  locale: 'de-DE',
  signIn: {
    subject: 'Bei Minutebook anmelden',
    once: (links, until) =>
      `${links === 1 ? 'Der Link gilt' : 'Jeder Link gilt'} einmal, bis ${until} UTC. Haben Sie ihn nicht angefordert, ignorieren Sie diese Nachricht.`,
  },
  recap: {
    subject: (title) => `Rückblick: ${title}`,
    shared: (name, title) => `${name} hat einen Rückblick mit Ihnen geteilt: ${title}`,
    sharedNote: (name, title) => `${name} hat eine Notiz mit Ihnen geteilt: ${title}`,
    several: (count) => `Rückblicke auf ${count} Besprechungen`,
    mixed: (count) => `${count} Rückblicke und Notizen`,
    replaces: (older) => `ersetzt ${older}`,
    anEarlier: 'eine frühere Entscheidung',
    sharedBy: (name) => `Mit Ihnen geteilt von ${name}.`,
    open: 'Rückblick öffnen',
    openNote: 'Notiz öffnen',
    morePoints: (count) => `${count} weitere im Rückblick`,
    more: (count) => `${count} weitere`,
    why: 'Minutebook schickt Ihnen Rückblicke, die Sie lesen dürfen.',
    whyOutsider: (name) => `Minutebook schickt dies einmalig, weil ${name} darum gebeten hat.`,
    change: 'Ändern oder abbestellen:',
    changeOrStop: (change, stop) => `${change('Ändern')} oder ${stop('abbestellen')}.`,
    sections: {
      Summary: 'Zusammenfassung',
      Decisions: 'Entscheidungen',
      'Action items': 'Aufgaben',
      Marked: 'Gemerkt',
    },
  },
  invitation: {
    subject: (title, when) => `Nächste Besprechung: ${title}, ${when}`,
    from: (name) => `${name} lädt Sie zur nächsten Besprechung ein.`,
    own: 'Sie haben die nächste Besprechung angelegt. Öffnen Sie die Datei, um sie in Ihren Kalender einzutragen.',
    why: 'Minutebook schickt Ihnen Kalenderdateien von Besprechungen, zu denen Sie eingeladen sind.',
  },
  chat: {
    subject: (chat) => `Minutebook: In ${chat} kommen keine Rückblicke an`,
    text: (workspace, chat, since) =>
      `Im Arbeitsbereich ${workspace} kommen die Rückblicke eines Kanals${since} nicht in ${chat} an.`,
    what: 'Unter „Chat“ im Kanal sehen Sie, warum, und geben eine neue Adresse an. Was inzwischen veröffentlicht wurde, kommt dann an.',
    program: 'Ihrem Programm',
  },
  reminder: {
    subject: (title) => `Aufnehmen: ${title}`,
    text: (title) => `${title} beginnt gleich. Nehmen Sie die Besprechung auf:`,
    why: (account) =>
      `Eine Regel von Ihnen oder Ihrem Arbeitsbereich erinnert Sie. Erinnerungen kommen per E-Mail, wenn kein Gerät sie anzeigt: ${account}`,
  },
  webhook: {
    since: (time) => ` seit ${time} UTC`,
    disabled: {
      subject: (id) => `Minutebook: Der Webhook ${id} wurde abgeschaltet`,
      text: (workspace, id, since) =>
        `Im Arbeitsbereich ${workspace} wurde der Webhook ${id} abgeschaltet: Er schlägt${since} fehl. An ihn wird nichts mehr gesendet.`,
    },
    failing: {
      subject: (id) => `Minutebook: Der Webhook ${id} schlägt fehl`,
      text: (workspace, id, since) =>
        `Im Arbeitsbereich ${workspace} schlägt der Webhook ${id}${since} fehl. Es wird weiter versucht.`,
    },
    recovered: {
      subject: (id) => `Minutebook: Der Webhook ${id} stellt wieder zu`,
      text: (workspace, id) => `Im Arbeitsbereich ${workspace} stellt der Webhook ${id} wieder zu.`,
    },
    off: 'Diese Nachrichten schaltet die Administration mit webhook_mail des Arbeitsbereichs ab.',
  },
}
