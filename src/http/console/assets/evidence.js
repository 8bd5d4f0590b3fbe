// The wheel's raw lines of a round: shown as they were captured, and saved to a file that `croupierctl wheel replay` reads.
import { element } from './dom.js';
import { sheetHead } from './sheets.js';
import { say } from './words.js';

/** Opens the dialog with the lines of this round. */
export async function openEvidence(dialog, requests, round) {
  const text = await requests.readText(`/api/v1/rounds/${round}/evidence`);
  const body = element('div', 'sheet-body');
  if (text) {
    const lines = element('pre', 'raw', text, { tabIndex: 0 });
    lines.setAttribute('aria-label', say('service.evidence-of', { round }));
    body.append(saveLink(text, round), lines);
  } else {
    body.append(element('p', '', say(text === null ? 'refusal.no-answer' : 'service.no-evidence')));
  }
  dialog.replaceChildren(sheetHead(dialog, say('service.evidence-of', { round })), body);
  dialog.showModal();
}

function saveLink(text, round) {
  const link = element('a', 'page-link', say('service.save'), { download: `round-${round}.txt` });
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  return link;
}
