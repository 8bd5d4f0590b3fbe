// A device on the technician's page: what it is, what it says about itself, and the faults that stand.
import { element } from './dom.js';
import { faultBox } from './faults.js';
import { has, say } from './words.js';

/** The card of a device with this name and these faults. */
export function deviceCard(device, name, faults) {
  const card = element('article', `panel device ${faults.length > 0 ? 'broken' : ''}`);
  const head = element('header');
  head.append(element('h2', '', name), element('span', 'tag', faults.length > 0 ? say('service.fault') : inWords(device, 'state') ?? inWords(device, 'link') ?? say('service.in-use')));
  const facts = element('dl', 'readings');
  for (const [words, value] of [...place(device), ...device.readings.map((reading) => [readingName(reading), readingValue(reading)])]) {
    const pair = element('div');
    pair.append(element('dt', '', words), element('dd', '', value));
    facts.append(pair);
  }
  card.append(head, ...faults.map((fault) => faultBox(fault)), facts);
  if (device.readings.length === 0) card.append(element('p', 'quiet', say(device.device ? 'service.silent' : 'service.no-device')));
  return card;
}

/** What the device is and where. */
function place({ device, driver, port }) {
  const driven = has(`driver.${driver}`) ? say(`driver.${driver}`) : driver;
  return [['service.driver', driven], ['service.device-file', device], ['service.port', port]].filter(([, value]) => value).map(([key, value]) => [say(key), value]);
}

/** What a reading of the device says, in words; `null` where there is no such reading. */
function inWords({ readings }, name) {
  const found = readings.find((reading) => reading.name === name);
  return found ? readingValue(found) : null;
}

const readingName = ({ name }) => (has(`reading.${name}`) ? say(`reading.${name}`) : name);

/** Words that this page knows are told in the person's language, all others as the device said them. */
function readingValue({ value }) {
  const key = `said.${value.replaceAll(' ', '-')}`;
  return has(key) ? say(key) : value || '–';
}
