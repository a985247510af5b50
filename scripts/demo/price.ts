/** A meeting of two minutes that can be heard, and whose decision is easy to find: the newest of everybody who may sign in. *Pure.* */
import type { Course } from './course.ts'
import type { Source } from './transcript.ts'

export const price: Course = {
  series: null,
  uid: 'price@acme.test',
  language: 'en-GB',
  lateSeconds: 20,
  invited: ['ada', 'bo', 'chidi', 'priya'],
  cast: { Ada: 'ada', Bo: 'bo', Chidi: 'chidi', Priya: 'priya' },
  meetings: [
    {
      source: 'price',
      id: 'price',
      title: 'Remote control: display or rubber keys',
      start: '2026-11-20T09:30Z',
      goal: 'Ten minutes before the launch review: one of the two has to go.',
      decisions: [
        {
          id: 'dec_price_keys',
          text: 'Rubber keys stay, the display goes.',
          quote: 'We decide to keep the rubber keys, and the display goes.',
          replaces: ['dec_remote_plastic'],
        },
        {
          id: 'dec_price_order',
          text: 'The first order is five thousand.',
          quote: 'Agreed, five thousand for the first order.',
        },
      ],
      items: [
        {
          id: 'ai_price_order',
          text: 'Order two hundred sets of rubber keys as samples',
          who: ['bo'],
          due: '2026-11-27',
          at: 69,
        },
        {
          id: 'ai_price_box',
          text: 'Take the display off the text on the box',
          who: ['chidi'],
          due: '2026-11-25',
          at: 76,
        },
      ],
    },
  ],
}

const turn = (speaker: string, text: string) => ({ speaker, text })

export const priceSource: Source = {
  id: 'price',
  domain: 'product',
  topics: ['What a display costs', 'What people said about rubber keys', 'How many to order'],
  summary:
    'Ada asked for one cut before the launch review, because the remote was one Euro sixty over its price. ' +
    'Chidi reported that testers liked the rubber keys and hardly used the display. ' +
    'The group decided to keep the rubber keys, to drop the display, and to order five thousand first.',
  turns: [
    turn(
      'Ada',
      'Good morning. This is short. The launch review is on Monday, and we are one Euro sixty over our price.',
    ),
    turn('Ada', 'So one thing has to go today: the display, or the rubber keys. Bo, what do they cost us?'),
    turn(
      'Bo',
      'The display is one Euro forty with its driver. The rubber keys are ninety cents more than plastic ones.',
    ),
    turn('Priya', 'And the display needs a second battery. That is another thirty cents, and a thicker case.'),
    turn('Ada', 'So without the display we are ten cents below the price. Chidi, what did the testers say?'),
    turn(
      'Chidi',
      'Thirty of thirty-six testers said the rubber keys felt better. Four of them ever looked at the display.',
    ),
    turn('Chidi', 'One of them thought that the display was broken, because it shows nothing most of the time.'),
    turn('Bo', 'I drew that display. It hurts a little. But yes.'),
    turn('Priya', 'The mould for the rubber keys is ready. For plastic ones we would lose three weeks.'),
    turn('Ada', 'Then we have it. We decide to keep the rubber keys, and the display goes. Does anybody object?'),
    turn('Priya', 'No. I am glad.'),
    turn('Bo', 'No objection. I will order two hundred sets of rubber keys as samples by next Friday.'),
    turn(
      'Chidi',
      'And I will take the display off the text on the box by Wednesday. It is on the front, in large letters.',
    ),
    turn('Ada', 'Thank you. How many do we order first, five thousand or eight?'),
    turn('Priya', 'The factory gives the same price from five thousand on. I would not bind more money than that.'),
    turn('Ada', 'Agreed, five thousand for the first order. That is all. See you on Monday.'),
  ],
}
