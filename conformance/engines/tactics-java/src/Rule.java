/** The checks of actions. Each is asked by itself and knows alone when it is moot. */
enum Rule {
    NOTHING_AFTER_THE_END("TAC-WIN-2", "game-over", "Game is already over") {
        Answer ask(Question q) {
            return Answer.of(!q.state.over());
        }
    },
    TYPE_GIVEN("TAC-ACT-2", "type-missing", null) {
        Answer ask(Question q) {
            return Answer.of(q.action.type() != Kind.NONE);
        }
    },
    ON_TURN("TAC-TRN-2", "not-your-turn", null) {
        Answer ask(Question q) {
            return Answer.of(q.me.equals(q.state.turn()) || q.action.type() == Kind.END_TURN && q.readings.endAllowed);
        }
    },
    MOVES_ONCE("TAC-TRN-5", "already-moved", null) {
        Answer ask(Question q) {
            if (!q.readings.limited || q.spent.moved().isEmpty()) return Answer.YES;
            if (!q.readings.once) return Answer.NO;
            if (q.noPlace() || q.noSelected()) return Answer.MOOT;
            return Answer.of(q.movers().isEmpty() || !q.spent.moved().contains(q.movers().get(0).id()));
        }
    },
    ATTACKS_ONCE("TAC-TRN-6", "already-attacked", null) {
        Answer ask(Question q) {
            if (!q.readings.limited || q.spent.attacked().isEmpty()) return Answer.YES;
            if (!q.readings.once) return Answer.NO;
            if (q.noTarget() || q.action.type() == Kind.MOVE_AND_ATTACK && q.noStep()) return Answer.MOOT;
            return Answer.of(!(q.attackers().size() == 1 && q.spent.attacked().contains(q.attackers().get(0).id())));
        }
    },
    POSITION_GIVEN("TAC-TGT-1", "position-missing", null) {
        Answer ask(Question q) {
            return Answer.of(q.action.place() != null);
        }
    },
    POSITION_ON_BOARD("TAC-TGT-2", "off-board", null) {
        Answer ask(Question q) {
            if (q.noPlace()) return Answer.MOOT;
            return Answer.of(q.action.place().tile());
        }
    },
    UNIT_GIVEN("TAC-TGT-3", "unit-id-missing", null) {
        Answer ask(Question q) {
            return Answer.of(q.action.name() != null);
        }
    },
    TARGET_EXISTS("TAC-TGT-4", "target-missing", null) {
        Answer ask(Question q) {
            return Answer.of(q.action.name() == null || q.target != null);
        }
    },
    TARGET_ALIVE("TAC-TGT-5", "target-dead", null) {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(q.target.alive());
        }
    },
    TARGET_ENEMY("TAC-TGT-6", "target-not-enemy", null) {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(!q.target.own(q.me));
        }
    },
    POSITION_AGREES("TAC-TGT-7", "position-mismatch", null) {
        Answer ask(Question q) {
            if (q.readings.serverChecks) return Answer.YES;
            if (q.noPlace() || q.noTarget()) return Answer.MOOT;
            return Answer.of(q.action.place().equals(q.target.at()));
        }
    },
    TILE_FREE("TAC-MOV-1", "occupied", null) {
        Answer ask(Question q) {
            if (q.noPlace()) return Answer.MOOT;
            for (Unit u : q.state.units()) {
                if ((u.alive() || q.readings.deadBlock) && u.at().equals(q.action.place())) return Answer.NO;
            }
            return Answer.YES;
        }
    },
    ONE_STEP("TAC-MOV-2", "not-one-step", null) {
        Answer ask(Question q) {
            if (q.noPlace() || q.noSelected()) return Answer.MOOT;
            return Answer.of(q.selecting ? q.selected.at().step(q.action.place()) : !q.movers().isEmpty());
        }
    },
    MOVER_OWN("TAC-MOV-3", "mover-not-own", null) {
        Answer ask(Question q) {
            if (q.noSelected() || !q.selecting && q.noPlace()) return Answer.MOOT;
            if (q.selecting) return Answer.of(q.selected.own(q.me));
            return Answer.of(!q.movers().isEmpty() || !q.enemyBeside(q.action.place()));
        }
    },
    MOVER_ALIVE("TAC-MOV-4", "mover-dead", null) {
        Answer ask(Question q) {
            if (q.noSelected() || !q.selecting && q.noPlace()) return Answer.MOOT;
            if (q.selecting) return Answer.of(q.selected.alive());
            return Answer.of(!q.movers().isEmpty() || !q.deadBeside(q.action.place()));
        }
    },
    ONE_MOVER("TAC-MOV-5", "ambiguous-mover", null) {
        Answer ask(Question q) {
            if (q.noPlace() || q.noSelected()) return Answer.MOOT;
            return Answer.of(q.movers().size() <= 1);
        }

        String words(Question q) {
            return q.action.type() == Kind.MOVE_AND_ATTACK && !q.readings.freeWords ? AFTER_MOVEMENT : null;
        }
    },
    NO_UNIT_NAMED("TAC-MOV-6", "unit-id-given", null) {
        Answer ask(Question q) {
            return Answer.of(q.action.name() == null || !q.readings.rejectId);
        }
    },
    NAMED_MOVER_EXISTS("TAC-MOV-7", "mover-missing", null) {
        Answer ask(Question q) {
            return Answer.of(!q.noSelected());
        }
    },
    BESIDE_TARGET("TAC-ATK-1", "not-adjacent", null) {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(!q.attackers().isEmpty());
        }
    },
    ATTACKER_OWN("TAC-ATK-2", "attacker-not-own", null) {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(!q.attackers().isEmpty() || !q.enemyBeside(q.target.at()));
        }
    },
    ATTACKER_ALIVE("TAC-ATK-3", "attacker-dead", null) {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(!q.attackers().isEmpty() || !q.deadBeside(q.target.at()));
        }
    },
    ONE_ATTACKER("TAC-ATK-4", "ambiguous-attacker", "Ambiguous attacker") {
        Answer ask(Question q) {
            if (q.noTarget()) return Answer.MOOT;
            return Answer.of(q.attackers().size() <= 1);
        }
    },
    BESIDE_AFTER_STEP("TAC-MAT-2", "not-adjacent-after-move", null) {
        Answer ask(Question q) {
            if (q.noTarget() || q.noStep()) return Answer.MOOT;
            if (q.readings.anyUnique) return Answer.of(!q.attackers().isEmpty());
            for (Unit mover : q.movers()) if (q.nextAfter(mover, mover)) return Answer.YES;
            return Answer.NO;
        }
    },
    ONE_ATTACKER_AFTER_STEP("TAC-MAT-3", "ambiguous-attacker-after-move", "Ambiguous attacker after movement") {
        Answer ask(Question q) {
            if (q.noTarget() || q.noStep()) return Answer.MOOT;
            return Answer.of(q.attackers().size() <= 1);
        }
    };

    private static final String AFTER_MOVEMENT = "Ambiguous attacker after movement";

    final String clause;
    final String kind;
    private final String fixed;

    Rule(String clause, String kind, String fixed) {
        this.clause = clause;
        this.kind = kind;
        this.fixed = fixed;
    }

    abstract Answer ask(Question q);

    /** The words that TAC-MSG-3 fixes, or null. */
    String words(Question q) {
        return fixed;
    }
}
