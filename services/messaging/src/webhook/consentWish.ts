/**
 * What a text says about further texts: no more of them, or again; `unclear` when it may mean that no more are wanted, so that
 * staff have to ask.
 */
export type ConsentWish = 'stop' | 'start' | 'unclear'

const oneOf = (words: string) => `(?:${words.replace(/ /g, '|').replace(/_/g, ' ')})`

// the words that the law and the provider name, and their Spanish and French
const stopWords = new Set(
  'STOP STOPALL UNSUBSCRIBE UNSUB END QUIT REVOKE CANCEL OPTOUT ALTO PARE PARAR BASTA ARRET ARRÊT'.split(' '),
)
const startWords = new Set(['START', 'YES', 'UNSTOP'])
// an appointment may be meant as well, unless the word stands alone
const alsoOfWork = new Set(['END', 'QUIT', 'CANCEL'])
const polite = new RegExp(
  `\\b${oneOf('PLEASE PLS PLZ KINDLY THANKS THANK_YOU THX TY OK OKAY HI HELLO HEY NOW IMMEDIATELY ALREADY JUST GRACIAS POR_FAVOR')}\\b`,
  'g',
)

const texts = oneOf(
  'TEXT TEXTS TEXTING TXT TXTS TXTING MESSAGE MESSAGES MESSAGING MSG MSGS SMS NOTIFICATION NOTIFICATIONS REMINDER REMINDERS ALERT ALERTS SPAM SPAMMING CONTACT CONTACTING COMMUNICATION COMMUNICATIONS CORRESPONDENCE',
)
const which = oneOf(
  'ALL THE THESE THIS THOSE YOUR ANY MORE OTHER FURTHER AUTOMATED AUTOMATIC MARKETING SEND SENDING GET GETTING RECEIVE RECEIVING',
)
const whom = oneOf(
  'ME US MY_NUMBER THIS_NUMBER MY_PHONE THIS_PHONE TO_ME TO_US TO_MY_NUMBER TO_THIS_NUMBER FROM_YOU ANYMORE ANY_MORE AGAIN EVER',
)
const aboutTexts = `(?: ${which}| ${whom})* ${texts}(?: ${texts}| ${whom}| ${which})*`
const fromTexts = `(?: ${oneOf('FROM OF OFF OUT')})*(?: ${which}| ${texts}| ${whom}| ${oneOf('LIST LISTS MAILING CALL CONTACTS SYSTEM DATABASE SERVICE')})*`

const optOut = oneOf('UNSUBSCRIBE UNSUB OPT_OUT OPTOUT')

/** Sentences that can mean nothing else. */
const stopSentences = [
  'STOP ALL(?: STOP ALL)*',
  `${oneOf('STOP QUIT NO_MORE')}${aboutTexts}`,
  `${oneOf('DONT DO_NOT NEVER')}(?: EVER)?${aboutTexts}`,
  `${optOut}(?: ${optOut})*(?: ${whom})*${fromTexts}`,
  `OPT ${oneOf('ME US MY_NUMBER THIS_NUMBER')} OUT${fromTexts}`,
  `${oneOf('I_WANT I_WISH I_WOULD_LIKE ID_LIKE WE_WANT')}(?: YOU)? TO STOP${aboutTexts}`,
  `${oneOf('I_WANT I_WISH I_WOULD_LIKE ID_LIKE WE_WANT')} TO ${oneOf('OPT_OUT UNSUBSCRIBE BE_REMOVED')}${fromTexts}`,
  `${oneOf('IM I_AM WE_ARE')}? ?OPTING OUT${fromTexts}`,
  `I ${oneOf('OPT_OUT OPTED_OUT UNSUBSCRIBE UNSUBSCRIBED')}${fromTexts}`,
  `(?:I )?REVOKE(?: MY)?(?: ${oneOf('CONSENT PERMISSION')})`,
  `(?:I |WE )?${oneOf('DONT DO_NOT NO_LONGER')} ${oneOf('WANT WISH')}(?: TO)?${aboutTexts}`,
  `${oneOf('REMOVE DELETE')} ${oneOf('ME MY_NUMBER THIS_NUMBER MY_PHONE MY_PHONE_NUMBER')}${fromTexts}`,
  `TAKE ${oneOf('ME MY_NUMBER THIS_NUMBER MY_PHONE MY_PHONE_NUMBER')} OFF${fromTexts}`,
  'LOSE (?:MY|THIS) NUMBER',
].map((sentence) => new RegExp(`^${sentence}$`))

/** What may mean it, within any sentence. */
const unclear = new RegExp(
  [
    `\\b${oneOf('UNSUBSCRIBE OPT_OUT OPTOUT OPTING_OUT REVOKE WRONG_NUMBER WRONG_PERSON LEAVE_ME_ALONE LEAVE_US_ALONE REMOVE_ME TAKE_ME_OFF')}\\b`,
    `\\b${oneOf('STOP QUIT CANCEL END NO NO_MORE')}(?: ${which})* ${texts}\\b`,
    `\\b${oneOf('STOP QUIT')} ${oneOf('CALLING CALLS EMAILING EMAILS BOTHERING HARASSING')}\\b`,
    `\\b${oneOf('DONT DO_NOT NEVER')} ${oneOf('TEXT MESSAGE CONTACT SPAM SEND')}\\b`,
    '^REMOVE$',
  ].join('|'),
)
// "just stop" and "make it stop", but neither "the leak does not stop" nor "the last stop"
const shortStop = /^(?:\S+ ){0,2}STOP(?: IT| THIS| THAT)?$/
const otherStop = new RegExp(
  `\\b${oneOf('BUS TRUCK TRAIN DOOR FULL PIT REST NON FIRST LAST NEXT QUICK A DONT NOT WONT DOESNT DIDNT CANT COULDNT')} STOP\\b`,
)

const withoutHidden = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/** Words in capitals, without apostrophes and what is around them. */
const wordsOf = (text: string) =>
  text
    .replace(/['’‘`´]/g, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const signature =
  /(?:^|[\s.!?-])(?:sent from (?:my|yahoo|outlook|the)\b|sent via\b|get outlook for\b)[^\n]*\s*$/i
// a phone that cannot show a reaction texts it, with the text that it is about
const reaction = /^\s*(?:liked|loved|disliked|laughed at|emphasized|questioned|reacted|removed)\b.{0,30}[“"]/i

export function readConsentWish(text: string): ConsentWish | undefined {
  const written = withoutHidden(text).replace(signature, '')
  if (reaction.test(written)) return undefined
  if (startWords.has(wordsOf(written))) return 'start'
  const sentences = written.match(/[^.!?\n;]+[.!?;]*/g)?.filter((sentence) => wordsOf(sentence) !== '') ?? []
  const wishes = [written, ...sentences].map(wishOf)
  const [whole, ...parts] = wishes
  // a lone word beside sentences about something else may be about the work
  const isAllAboutTexts = parts.length > 0 && parts.every((wish) => wish !== undefined)
  if (whole === 'stop' || sentences.some((sentence) => isStopSentence(wordsOf(sentence)))) return 'stop'
  if (isAllAboutTexts && parts.includes('stop')) return 'stop'
  return wishes.some((wish) => wish !== undefined) ? 'unclear' : undefined
}

const withoutPoliteness = (words: string) => words.replace(polite, ' ').replace(/ +/g, ' ').trim()
const isStopSentence = (words: string) => {
  const core = withoutPoliteness(words)
  return stopSentences.some((sentence) => sentence.test(core))
}

function wishOf(sentence: string): ConsentWish | undefined {
  const words = wordsOf(sentence)
  const core = withoutPoliteness(words)
  const [first = '', ...others] = core.split(' ')
  if (stopWords.has(first) && others.every((word) => word === first))
    return core !== words && alsoOfWork.has(first) ? 'unclear' : 'stop'
  if (isStopSentence(words)) return 'stop'
  const isQuestion = sentence.trim().endsWith('?')
  const isShortStop = !isQuestion && shortStop.test(core) && !otherStop.test(core)
  return isShortStop || unclear.test(core) ? 'unclear' : undefined
}
