/** Français. *Pure.* */
import type { MailWords } from './en.ts'

export const words: MailWords = {
  locale: 'fr-FR',
  signIn: {
    subject: 'Se connecter à Minutebook',
    once: (links, until) =>
      `${links === 1 ? 'Le lien est valable' : 'Chaque lien est valable'} une fois, jusqu’à ${until} UTC. Si vous n’avez rien demandé, ignorez ce message.`,
  },
  recap: {
    subject: (title) => `Récap : ${title}`,
    shared: (name, title) => `${name} a partagé un récap avec vous : ${title}`,
    sharedNote: (name, title) => `${name} a partagé une note avec vous : ${title}`,
    several: (count) => `Récaps de ${count} réunions`,
    mixed: (count) => `${count} récaps et notes`,
    replaces: (older) => `remplace ${older}`,
    anEarlier: 'une décision antérieure',
    sharedBy: (name) => `Partagé avec vous par ${name}.`,
    open: 'Ouvrir le récap',
    openNote: 'Ouvrir la note',
    morePoints: (count) => (count === 1 ? '1 autre dans le récap' : `${count} autres dans le récap`),
    more: (count) => (count === 1 ? '1 autre' : `${count} autres`),
    why: 'Minutebook vous envoie les récaps que vous pouvez lire.',
    whyOutsider: (name) => `Minutebook envoie ce message une seule fois, à la demande de ${name}.`,
    change: 'Modifier ou arrêter :',
    changeOrStop: (change, stop) => `${change('Modifier')} ou ${stop('arrêter')}.`,
    sections: { Summary: 'Résumé', Decisions: 'Décisions', 'Action items': 'Tâches', Marked: 'Marqué' },
  },
  invitation: {
    subject: (title, when) => `Prochaine réunion : ${title}, ${when}`,
    from: (name) => `${name} vous invite à la prochaine réunion.`,
    own: 'Vous avez créé la prochaine réunion. Ouvrez le fichier pour l’ajouter à votre agenda.',
    why: 'Minutebook vous envoie les fichiers d’agenda des réunions auxquelles vous êtes invité.',
  },
  chat: {
    subject: (chat) => `Minutebook : les récaps n’arrivent pas dans ${chat}`,
    text: (workspace, chat, since) =>
      `Dans l’espace de travail ${workspace}, les récaps d’un canal n’arrivent pas dans ${chat}${since}.`,
    what: 'Sous « Chat » dans le canal, vous voyez pourquoi et donnez une nouvelle adresse. Ce qui a été publié entre-temps arrive alors.',
    program: 'votre programme',
  },
  reminder: {
    subject: (title) => `À enregistrer : ${title}`,
    text: (title) => `${title} va commencer. Enregistrez la réunion :`,
    why: (account) =>
      `Une règle de vous ou de votre espace de travail vous le rappelle. Les rappels arrivent par e-mail quand aucun appareil ne les affiche : ${account}`,
  },
  webhook: {
    since: (time) => ` depuis ${time} UTC`,
    disabled: {
      subject: (id) => `Minutebook : le webhook ${id} a été désactivé`,
      text: (workspace, id, since) =>
        `Dans l’espace de travail ${workspace}, le webhook ${id} a été désactivé : il échoue${since}. Plus rien ne lui est envoyé.`,
    },
    failing: {
      subject: (id) => `Minutebook : le webhook ${id} échoue`,
      text: (workspace, id, since) =>
        `Dans l’espace de travail ${workspace}, le webhook ${id} échoue${since}. Les envois continuent d’être tentés.`,
    },
    recovered: {
      subject: (id) => `Minutebook : le webhook ${id} fonctionne à nouveau`,
      text: (workspace, id) => `Dans l’espace de travail ${workspace}, le webhook ${id} fonctionne à nouveau.`,
    },
    off: 'L’administration désactive ces messages par webhook_mail de l’espace de travail.',
  },
}
