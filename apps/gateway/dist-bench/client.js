import './kernel.js';
export { t as client } from './client.decider-DWiGHslM.js';
