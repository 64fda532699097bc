import { expect, it } from 'vitest'
import { readConsentWish } from './consentWish.ts'

it.each([
  'STOP',
  ' stop ',
  'Stop.',
  'STOP!',
  'stop!!!',
  '"STOP"',
  '“Stop”',
  "'stop'",
  'S\u200bTOP',
  '\u2060STOP\ufeff',
  'ＳＴＯＰ',
  'Stop please',
  'Please stop',
  'pls stop',
  'stop, thanks',
  'STOP STOP STOP',
  'Stop all',
  'STOPALL',
  'Opt out',
  'OPT-OUT',
  'opt out please',
  'optout',
  'End',
  'Quit.',
  'Cancel',
  'REVOKE',
  'Unsubscribe',
  'unsubscribe me',
  'Unsubscribe from these texts',
  'stop texting me',
  'Stop texting this number!',
  'Please stop sending me messages',
  'stop these text messages',
  'STOP MESSAGES',
  'Quit texting me',
  "Don't text me anymore",
  'Don’t text me again.',
  'do not contact me',
  'Never text me again',
  'No more texts',
  'no more text messages please',
  "I don't want any more texts from you",
  'I no longer want to receive these messages',
  'I want to opt out',
  "I'd like to unsubscribe from your texts",
  'I want you to stop texting me',
  "I'm opting out",
  'I revoke my consent',
  'Remove me from your list',
  'take me off this list',
  'Remove my number',
  'STOP\n\nSent from my iPhone',
  'Stop. Sent from my iPhone',
  'Stop! Leave me alone!',
  'Hi, this is Ann. Please stop texting me. Thanks',
  'Parar',
  'ARRÊT',
  'Stop 🛑',
  'Please don’t text this number again',
  'Please take me off your text list',
  'Stop all communication',
  'I would like to opt out of receiving texts',
  'Opt me out',
  'I opt out of your messages',
  'Lose my number',
  'Don’t\ntext me anymore',
  'Stop all. This is the wrong house.',
  'Stop all stop all',
  'Opt out opt out',
])('%j is a stop', (text) => expect(readConsentWish(text)).toBe('stop'))

const words = (text: string) => text.split(' ')

it.each(
  words('STOP STOPALL UNSUBSCRIBE UNSUB END QUIT REVOKE CANCEL OPTOUT ALTO PARE PARAR BASTA ARRET ARRÊT'),
)('%j alone is a stop', (word) => expect(readConsentWish(word)).toBe('stop'))

it.each(
  words(
    'TEXT TEXTS TEXTING TXT TXTS TXTING MESSAGE MESSAGES MESSAGING MSG MSGS SMS NOTIFICATION NOTIFICATIONS REMINDER REMINDERS ALERT ALERTS SPAM SPAMMING CONTACT CONTACTING COMMUNICATION COMMUNICATIONS CORRESPONDENCE',
  ),
)('no more of "%s" is a stop', (word) => {
  expect(readConsentWish(`Stop ${word} me`)).toBe('stop')
  expect(readConsentWish(`Do not ${word} us`)).toBe('stop')
})

it.each(
  words(
    'please pls plz kindly thanks thank_you thx ty ok okay hi hello hey now immediately already just gracias por_favor',
  ).map((word) => word.replace('_', ' ')),
)('"%s" beside a stop makes no difference', (word) => {
  expect(readConsentWish(`${word} stop`)).toBe('stop')
  expect(readConsentWish(`stop ${word}`)).toBe('stop')
})

it.each(
  words(
    'bus truck train door full pit rest non first last next quick a dont not wont doesnt didnt cant couldnt',
  ),
)('a "%s stop" is no stop', (word) => expect(readConsentWish(`The ${word} stop`)).toBeUndefined())

it.each(['START', 'start.', 'Yes', 'UNSTOP'])('%j is a start', (text) =>
  expect(readConsentWish(text)).toBe('start'),
)

it.each([
  'Just stop it',
  'Please cancel',
  'Please end',
  'Please quit',
  'Will you remove me then',
  'Nobody here, wrong person',
  'You should leave us alone',
  'Stop bothering us',
  'Quit calling',
  'Stop emailing me',
  'Did I unsubscribe yet?',
  'End these texts',
  "Stop. I'm at the door",
  'Can you stop texting my wife and use this number instead?',
  "Don't text me at work, call me",
  'I want to opt out of the yearly plan',
  'Wrong number',
  'Leave me alone',
  'Stop calling me',
  'Remove',
  'Cancel the reminders',
  'STOP\nAnn Lee',
])('%j makes staff ask', (text) => expect(readConsentWish(text)).toBe('unclear'))

it.each([
  'Can you stop by at 5?',
  'Stop by at nine, please',
  'Please stop by tomorrow',
  'Text me before you stop in',
  'The water does not stop',
  "It won't stop",
  'Can you stop the leak?',
  'Can you stop it?',
  'Please stop the leak',
  'We stop working at 5',
  'I need to stop at the bank first',
  'The last stop of the day',
  "Don't stop",
  'Please cancel my appointment',
  'Cancel my 3pm',
  'Can we end at 4?',
  'Yes please',
  'I did not get your text',
  'Send me a text when you are here',
  'Remove the old sink as well',
  'Take me with you',
  'Liked “Reply STOP to opt out”',
  'Laughed at “Please stop texting me”',
  'Nonstop noise from the heater',
  'Thanks!',
  '',
  '👍',
])('%j changes nothing', (text) => expect(readConsentWish(text)).toBeUndefined())

it('a long text is read without endless backtracking', () => {
  for (const part of ['STOP ', 'DONT TEXT ME ', 'REMOVE ME FROM THE LIST ', 'THIS TEXT MESSAGE ', "'", '. '])
    readConsentWish(part.repeat(3_000))
})
