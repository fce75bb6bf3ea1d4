import './kernel.js';
export { t as LINKS, n as hasSecondStep, r as isOpen, i as user } from './user.decider-Bjw-7ZZm.js';
