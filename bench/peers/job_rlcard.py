"""RLCard's doudizhu with its random agents."""

from __future__ import annotations

import rlcard
from rlcard.agents import RandomAgent
from worker import Done, serve


def make_job() -> dict:
    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def job(amount: int) -> Done:
        decisions = legal = 0
        for _ in range(amount):
            trajectories, _ = env.run(is_training=False)
            for seat in trajectories:  # state, action, state, action, …, last state
                decisions += len(seat) // 2
                legal += sum(len(state["legal_actions"]) for state in seat[:-1:2])
        return Done(amount, decisions, legal)

    return {"RLCard doudizhu, random agents": job}


if __name__ == "__main__":
    serve(make_job(), ("rlcard", "numpy"))
